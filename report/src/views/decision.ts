// The first screen: what to do, what that does to 1,000 rows, what it saves, how sure that is, and what speaks against it.

import { cutInUse, perThousandAt, saving, type Saving } from '../decision';
import { button, html, renew, say, set } from '../dom';
import { count } from '../numerals';
import type { Model } from '../payload';
import { above, apartText, decisionName, figures, headline, reach, turned, whom } from '../sentences';
import type { Store, View } from '../store';
import { costBars } from './bars';
import { ofAThousand, thousandRows } from './matrix';
import type { Told } from './rules';
import { situation } from './situation';

const LEAST_FLATTERY = 0.005; // of the cost, below which it is not worth saying
const REST = 500; // milliseconds without a change after which the headline is said

/** Fill the header that Python wrote, and put the situation and two pictures beside it. */
export function decision(store: Store, findings: () => Told[], act: (finding: Told) => void): View {
  const by = (id: string): HTMLElement => document.getElementById(id) ?? html('div');
  const [eyebrow, head, lede, saves, sure, objection] = ['eyebrow', 'headline', 'lede', 'saves', 'sure', 'objection'].map(by) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const status = html('p', { class: 'unseen', role: 'status' });
  const [panel, bars, squares] = [situation(store), costBars(store), thousandRows(store)];
  document.querySelector('.top')?.append(panel.element);
  const pictures = html('div', { class: 'pictures' }, squares.element, bars.element);
  const made = store.payload.recommendation;
  let saying = 0;
  return {
    element: html('div', {}, pictures, status),
    update: (change) => {
      const { advice, isAtAdvice } = store;
      const isAsMade = isAtAdvice && store.isAsMade && made !== undefined;
      const isOut = advice.verdict === 'no_answer';
      const isThere = isAtAdvice || isOut;
      const back = `Back to ${decisionName(store, advice.model, advice.entry)}`;
      const over = isOut ? '' : above(store, advice);
      renew(eyebrow, isThere ? over : back, () => (isThere ? [over] : ['What the dial shows ', button(back, () => {
        store.follow();
        head.focus();
      }, { class: 'action', id: 'back', dir: 'auto' })]));
      const said = headline(store, advice);
      say(head, said);
      if (!isOut) {
        lede.replaceChildren(...inWords(store));
        const told = isAsMade ? made.sentences.saves.map((text) => ({ text, saving: null })) : savings(store);
        renew(saves, JSON.stringify(told), () => told.map(({ text, saving: exact }) => html('li', { dir: 'auto', 'data-value': exact?.value, 'data-low': exact?.low, 'data-high': exact?.high }, html('b', {}, text.slice(0, text.indexOf(' '))), text.slice(text.indexOf(' ')))));
        say(sure, isAsMade ? made.sentences.sure : sureness(store));
        if (sure.parentElement) set(sure.parentElement, { hidden: !sure.textContent });
        const worst = findings().find(({ tone, isOfNow }) => (tone === 'problem' || tone === 'warning') && !isOfNow);
        renew(objection, JSON.stringify(worst ?? null), () => (worst ? [worst.title, ' ', button(worst.label, () => { act(worst); }, { class: 'link' })] : ['None was found by the rules of this page.']));
      }
      panel.update(change);
      bars.update(change);
      squares.update(change);
      clearTimeout(saying);
      saying = window.setTimeout(() => { status.textContent = document.activeElement?.id === 'dial' ? '' : said; }, REST);
    },
  };
}

function inWords(store: Store): (Node | string)[] {
  const { words, counts } = store;
  const thousand = ofAThousand(counts);
  const number = (value: number | string, className = ''): HTMLElement => html('b', { class: className }, typeof value === 'string' ? value : count(value));
  const flagged = thousand.tp + thousand.fp;
  return [
    `Of 1,000 ${words.units}, `, number(flagged), ` ${flagged === 1 ? 'is' : 'are'} flagged: `, number(thousand.tp, 'positive'), ` ${words.positive} and `, number(thousand.fp, 'negative'), ` ${words.negative}. `,
    number(thousand.fn, 'positive'), ` ${words.positive} ${thousand.fn === 1 ? 'slips' : 'slip'} through. That costs `, number(store.amount(figures(perThousandAt(store, store.curve, store.entry)))), '.',
  ];
}

function savings(store: Store): { text: string; saving: Saving }[] {
  const { curve, entry, state, model } = store;
  const last = curve.length - 1;
  const cut = cutInUse(model);
  const against: [number, string][] = [...(cut === undefined ? [] : [[curve.entry(cut), inUse(model, cut)] as [number, string]]), [0, 'flagging nobody'], [last, 'flagging everybody']];
  return against.filter(([other]) => other !== entry).map(([other, name]) => {
    const found = saving(store, state.model, entry, other);
    const isLess = found.value >= 0;
    return { saving: found, text: `${store.amount(figures(Math.abs(found.value)))}${reach(isLess ? found : turned(found))} ${isLess ? 'less' : 'more'} than ${name}` };
  });
}

/** The threshold at which the model was judged: nobody may ever have used the usual one. */
const inUse = (model: Model, cut: number): string => (model.has_stated_threshold ? `${String(cut)}, in use` : `the usual ${String(cut)}`);

function sureness(store: Store): string {
  const { advice, words } = store;
  const parts: string[] = [];
  if (advice.verdict === 'do_not_use') parts.push(`${store.base[advice.model]?.model.is_hard ? 'It does not save' : 'No cut saves'} even 1 % of what flagging ${whom(advice)} costs.`);
  else parts.push(apartText(store, advice));
  const { flattery } = advice;
  parts.push(`Cuts are chosen and judged on the same ${words.units}${flattery > LEAST_FLATTERY * Math.abs(advice.cost) ? `: the cost flatters itself by about ${store.amount(figures(flattery))}` : ', which flatters them a little'}.`);
  return parts.filter(Boolean).join(' ');
}
