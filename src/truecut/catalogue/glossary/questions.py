"""The word inside a question: "what does recall mean?" asks about recall, and "F1 vs accuracy" about two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from truecut.catalogue.glossary.spelling import plain_spelling

DONE = (
    "choose|pick|select|set|compute|calculate|find|get|interpret|read|understand|use|define|measure|explain|report|draw"
    "|plot|make|build|compare|describe"
)
# What a question begins with, a step at a time: "please tell me what is the formula for ..."
BEGINNINGS = re.compile(
    "^(?:so|please|hi|(?:can|could) you|tell me(?: about)?|give me|i (?:do not|don t|dont)|i want to(?: know)?"
    "|what(?: s| is| are| does| do| would| exactly)*|whats"
    "|(?:when|why|how)(?: is| are| to| does| do| can| should| would)*"
    f"|is|are|does|do|should|would|can|i|you|we|one|people|somebody|not|{DONE}"
    "|(?:difference between|definition of|meaning of|formula (?:for|of)|equation (?:for|of)|concept of|value of)"
    "|the|an?|my|good|bad|high|low|best|worst|possible) "
)
# What it ends with: "... mean", "... formula", "... in machine learning".
ENDS = re.compile(
    " (?:mean|means|work|works|called|calculated|computed|defined|used(?: for)?|measured|interpreted|explained"
    "|explanation|formula|equation|definition|meaning|examples?|calculation|interpretation|please|simply"
    "|in (?:simple (?:words|terms)|machine learning|ml|statistics|data science|classification|python|sklearn|r)"
    "|tell (?:me|us|you)|good|bad|important|high|low|and why|and how)$"
)
BETWEEN = re.compile(r" (?:vs|v|versus|against|or|and|compared (?:to|with)|from|with) ")


def asked_about(question: str) -> Iterator[str]:
    """Return what may be the word that a question is about, from the longest to the shortest.

    >>> list(asked_about("What does the F1-score mean?"))[-1], list(asked_about("recall formula"))
    ('f1 score', ['recall'])
    """
    begun = [plain_spelling(question)]
    while (rest := BEGINNINGS.sub("", begun[-1])) != begun[-1]:
        begun.append(rest)
    found = []
    for text in begun:
        found.append(text)
        while (rest := ENDS.sub("", found[-1])) != found[-1]:
            found.append(rest)
    yield from sorted(dict.fromkeys(filter(None, found[1:])), key=len, reverse=True)


def two_asked_about(question: str) -> Iterator[tuple[str, str]]:
    """Return the two words that a question may set against each other.

    >>> list(two_asked_about("difference between F1 and accuracy"))[-1]
    ('f1', 'accuracy')
    """
    for text in (plain_spelling(question), *asked_about(question)):
        for between in BETWEEN.finditer(text):
            yield text[: between.start()], text[between.end() :]
