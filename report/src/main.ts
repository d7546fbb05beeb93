// The page: reads the data, builds the sections that it has something for, and keeps them in step with the dial.

import { html } from './dom';
import { hashOf, stateFrom } from './link';
import { withData } from './packed';
import { decoded } from './payload';
import { EVERYTHING, Store, type Change, type State, type View } from './store';
import { fileName } from './taken/file';
import { numbersOf } from './taken/numbers';
import { whenResting } from './resting';
import { stated } from './stated';
import { decision } from './views/decision';
import { linkFindings, liveFindings, showMe } from './views/findings';
import { dial } from './views/dial';
import { sections } from './views/sections';
import { printedReport } from './views/evidence';
import { offerToSave, type Page } from './views/taking';
import { contents, rememberIn, REST, tools } from './whole_page';

function start(data: string): void {
  const payload = decoded(data);
  const store = new Store(payload, stateFrom(location.hash, payload));
  const shown = sections(store).map((one) => withControls(store, one));
  const top = payload.models.some((model) => !model.is_hard) ? dial(store) : null;
  const main = html('main', { class: 'page' }, ...shown.map(({ element }) => element));
  const questions = contents(shown);
  document.querySelector('header')?.append(questions);
  document.querySelector('.kicker')?.append(tools(printedReport(store), () => numbersOf(store), () => fileName(store, 'numbers', 'json')));
  document.body.append(...(top ? [top.element] : []), main);
  const parts: View[] = [];
  if (payload.recommendation) {
    const findings = liveFindings(store);
    const first = decision(store, findings.known, (one) => { showMe(store, one); });
    document.querySelector('.top')?.after(first.element);
    const known = ['findings-title', 'findings'].map((id) => document.getElementById(id)).filter((part) => part !== null);
    main.prepend(html('section', { id: 'know', 'aria-labelledby': 'findings-title' }, ...known, questions));
    const { update } = withControls(store, first);
    parts.push({ element: document.querySelector('header') ?? first.element, update });
    const say = whenResting(REST, () => { findings.update(EVERYTHING); });
    store.listen((change) => { if (change === EVERYTHING) findings.update(change); else say(); });
  } else linkFindings(store);
  if (top) store.listen((change) => { top.update(change); });
  store.listen(inTurn([...parts, ...shown]));
  store.listen(rememberIn(() => hashOf(store.state), EVERYTHING));
  addEventListener('hashchange', () => { if (location.hash.includes('t=')) store.ask(stateFrom(location.hash, payload)); });
  document.documentElement.classList.add('ready');
  store.tell(EVERYTHING);
}

const pageOf = (store: Store): Page => ({ fileName: (thing, ending) => fileName(store, thing, ending), stated: () => stated(store).map((fact) => `${fact.name}: ${fact.value}`) });

/** Whatever a view draws may be taken away; a moved threshold draws nothing that was not there. */
function withControls<V extends View>(store: Store, view: V): V {
  const update = (change: Change): void => {
    view.update(change);
    if (change.size > 1 || !change.has('threshold')) offerToSave(pageOf(store), view.element);
  };
  return { ...view, update };
}

/** While the dial moves, only what is on the screen follows; the rest catches up when the hand rests. */
function inTurn(shown: View[]): (change: Change) => void {
  const due = new Map<View, Set<keyof State>>();
  const visible = new Set(shown);
  const catchUp = (view: View): void => {
    const change = due.get(view);
    due.delete(view);
    if (change) view.update(change);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const section = shown.find(({ element }) => element === entry.target);
      if (!section) continue;
      if (entry.isIntersecting) {
        visible.add(section);
        catchUp(section);
      } else visible.delete(section);
    }
  }, { rootMargin: '120px' });
  for (const { element } of shown) observer.observe(element);
  const all = (): void => { [...due.keys()].forEach(catchUp); };
  addEventListener('beforeprint', all);
  const later = whenResting(REST, all);
  return (change) => {
    for (const section of shown) {
      const missed = due.get(section) ?? new Set<keyof State>();
      change.forEach((name) => missed.add(name));
      due.set(section, missed);
      if (visible.has(section)) catchUp(section);
    }
    later();
  };
}

withData(start);
