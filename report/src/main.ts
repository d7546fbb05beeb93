// The page: reads the data, builds the sections that it has something for, and keeps them in step with the dial.

import { html, goTo, set } from './dom';
import { hashOf, stateFrom } from './link';
import { decoded } from './payload';
import { EVERYTHING, Store, type Change, type State } from './store';
import { decision } from './views/decision';
import { linkFindings, liveFindings, showMe } from './views/findings';
import { dial } from './views/dial';
import { sections } from './views/sections';
import type { Section } from './views/section';

const REST = 140; // milliseconds without movement after which hidden sections catch up

function start(): void {
  const payload = decoded(document.getElementById('data')?.textContent ?? '{}');
  const store = new Store(payload, stateFrom(location.hash, payload));
  if (!store.model.is_hard) store.state.threshold = store.curve.settled(store.state.threshold);
  const shown = sections(store);
  const top = payload.models.some((model) => !model.is_hard) ? dial(store) : null;
  const main = html('main', { class: 'page' }, ...shown.map(({ element }) => element));
  const questions = contents(shown);
  document.querySelector('header')?.append(questions);
  document.querySelector('.kicker')?.append(themeButton());
  document.body.append(...(top ? [top.element] : []), main);
  if (payload.recommendation) {
    const findings = liveFindings(store);
    const first = decision(store, findings.known, (one) => { showMe(store, one); });
    document.querySelector('.top')?.after(first.element);
    const known = ['findings-title', 'findings'].map((id) => document.getElementById(id)).filter((part) => part !== null);
    main.prepend(html('section', { id: 'know', 'aria-labelledby': 'findings-title' }, ...known, questions));
    store.listen((change) => { findings.update(change); });
    store.listen((change) => { first.update(change); });
  } else linkFindings(store);
  if (top) store.listen((change) => { top.update(change); });
  store.listen(inTurn(shown));
  store.listen(rememberIn(store));
  addEventListener('hashchange', () => { if (location.hash.includes('t=')) store.change(stateFrom(location.hash, payload)); });
  document.documentElement.classList.add('ready');
  store.tell(EVERYTHING);
}

function contents(shown: Section[]): HTMLElement {
  const links = shown.map(({ id, question }) => {
    const link = html('a', { href: `#${id}` }, question);
    link.addEventListener('click', (event) => {
      event.preventDefault(); // the address holds the state
      goTo(id);
    });
    return html('li', {}, link);
  });
  return html('nav', { 'aria-label': 'Questions' }, html('ol', {}, ...links));
}

/** While the dial moves, only what is on the screen follows; the rest catches up when the hand rests. */
function inTurn(shown: Section[]): (change: Change) => void {
  const due = new Map<Section, Set<keyof State>>();
  const visible = new Set(shown);
  const catchUp = (section: Section): void => {
    const change = due.get(section);
    due.delete(section);
    if (change) section.update(change);
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
  let resting = 0;
  return (change) => {
    for (const section of shown) {
      const missed = due.get(section) ?? new Set<keyof State>();
      change.forEach((name) => missed.add(name));
      due.set(section, missed);
      if (visible.has(section)) catchUp(section);
    }
    clearTimeout(resting);
    resting = window.setTimeout(all, REST);
  };
}

function rememberIn(store: Store): (change: Change) => void {
  let waiting = 0;
  return (change) => {
    if (change === EVERYTHING) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      try {
        history.replaceState(null, '', hashOf(store.state));
      } catch {
        // Inside a notebook's frame there is no address to write to.
      }
    }, REST);
  };
}

function themeButton(): HTMLElement {
  const modes = ['auto', 'light', 'dark'] as const;
  let mode = 0;
  const element = html('button', { type: 'button', class: 'theme' }, 'Theme: auto');
  element.addEventListener('click', () => {
    mode = (mode + 1) % modes.length;
    set(document.documentElement, { 'data-theme': modes[mode] });
    element.textContent = `Theme: ${modes[mode] ?? ''}`;
  });
  return element;
}

start();
