// The page of many classes: reads the data, builds the sections that it has something for, and keeps them in step.

import { button, goTo, html } from './dom';
import { classCalibration } from './classes/calibration';
import { classCurves } from './classes/curves';
import { classTable } from './classes/class_table';
import { comparedModels } from './classes/compared';
import { favouriteList } from './classes/mistakes';
import { firstScreen } from './classes/first_screen';
import { hashOf, stateFrom } from './classes/link';
import { numbersOfClasses, pricesInWords } from './classes/numbers';
import { madeHow } from './classes/methods';
import { decodedClasses } from './classes/payload';
import { EVERYTHING, Store, type View } from './classes/store';
import { together } from './classes/together';
import { unsureCurve } from './classes/unsure';
import { count, percent } from './numerals';
import { withData } from './packed';
import type { Fact } from './stated';
import { namedAfter } from './taken/file';
import type { Printed } from './views/paper';
import { offerToSave, type Page } from './views/taking';
import { contents, rememberIn, tools } from './whole_page';

interface Section extends View {
  id: string;
  question: string;
}

function start(data: string): void {
  const payload = decodedClasses(data);
  const store = new Store(payload, stateFrom(location.hash, payload));
  const first = firstScreen(store);
  const shown = sections(store);
  const page = pageOf(store);
  document.querySelector('.kicker')?.append(tools(printedClasses(store), () => numbersOfClasses(store), () => page.fileName('numbers', 'json')));
  document.querySelector('.top')?.after(first.element);
  const known = ['findings-title', 'findings'].map((id) => document.getElementById(id)).filter((part) => part !== null);
  linkFindings();
  const main = html('main', { class: 'page' }, html('section', { id: 'know', 'aria-labelledby': 'findings-title' }, ...known, contents(shown)), ...shown.map(({ element }) => element));
  document.body.append(main);
  for (const view of [first, ...shown]) {
    store.listen((change) => {
      view.update(change);
      offerToSave(page, view.element);
    });
  }
  store.listen(rememberIn(() => hashOf(store.state), EVERYTHING));
  addEventListener('hashchange', () => { if (location.hash.includes('p=')) store.change(stateFrom(location.hash, payload)); });
  document.documentElement.classList.add('ready');
  store.tell(EVERYTHING);
}

function sections(store: Store): Section[] {
  const { payload } = store;
  const [one] = payload.models;
  const has = { curves: payload.models.some(({ each }) => each.some(({ curve }) => curve)), from: payload.models.some((model) => model.answered_from), calibration: payload.models.some((model) => model.confidence) };
  return [
    section('mistakes', 'What are its favourite mistakes?', favouriteList(store)),
    section('each', 'How good is it, class by class?', classTable(store)),
    ...(has.curves ? [section('curves', 'How well does it rank each class?', classCurves(store))] : []),
    ...(has.from ? [section('unsure', 'What if it may say “unsure”?', unsureCurve(store))] : []),
    ...(has.calibration ? [section('trust', 'Do its probabilities mean what they say?', classCalibration(store))] : []),
    ...(one ? [section('numbers', 'How good is it, in one number?', together(store))] : []),
    ...(payload.compared ? [section('which', 'Which model is better?', still(comparedModels(store, payload.compared)))] : []),
    section('methods', 'How was this made?', still(madeHow(store))),
  ];
}

/** How files of this page are called, and what is said of it in a picture. */
function pageOf(store: Store): Page {
  const { payload } = store;
  return { fileName: (thing, ending) => namedAfter([payload.read.source, thing, ...(payload.models.length > 1 ? [store.model.name] : [])], ending), stated: () => factsOf(store).map(({ name, value }) => `${name}: ${value}`) };
}

function factsOf(store: Store): Fact[] {
  const { payload } = store;
  return [
    ...(payload.models.length > 1 ? [{ name: 'Model', value: store.model.name }] : []),
    { name: 'Source', value: payload.read.source },
    { name: 'Population', value: `${count(payload.read.rows)} ${payload.words.units}, ${count(payload.names.length)} classes` },
    { name: 'Prices', value: store.isAsGiven ? 'every mistake counts the same' : pricesInWords(store) },
    { name: 'Intervals', value: percent(payload.level, 0) },
    { name: 'Made by', value: `truecut ${payload.version}` },
  ];
}

/** The second sheet: every class, all of them in one number, and what their scores give. */
function printedClasses(store: Store): Printed {
  const parts = (...selectors: string[]): HTMLElement[] => selectors.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)].slice(0, 1));
  return { stated: () => factsOf(store), evidence: () => ({ first: parts('#each .scroll'), made: [], pictures: parts('#numbers .scroll', '#unsure .chart-place', '#trust figure', '#curves .small') }) };
}

const still = (element: HTMLElement): View => ({ element, update: () => undefined });

function section(id: string, question: string, view: View): Section {
  return { id, question, element: html('section', { id }, html('h2', { tabindex: -1 }, question), view.element), update: (change) => { view.update(change); } };
}

// Where the numbers behind a finding are.
const SECTION: Record<string, string> = { confusion: 'map', few_in_class: 'each', tied_classes: 'map', off_sums: 'trust', impossible_truth: 'numbers', accuracy: 'numbers' };

function linkFindings(): void {
  for (const item of document.querySelectorAll<HTMLElement>('#findings > li')) {
    const target = SECTION[item.dataset['code'] ?? ''] ?? 'each';
    const see = button('See', () => { goTo(target); }, { class: 'link' });
    see.append(html('span', { class: 'unseen' }, `: ${item.querySelector('h3')?.textContent ?? ''}`));
    item.querySelector('p')?.append(' ', see);
  }
}

withData(start);
