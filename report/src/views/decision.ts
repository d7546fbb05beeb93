// The first screen: what to do, what that does to 1,000 rows, what it saves, how sure that is, and what speaks against it.

import { cutInUse, perThousandAt, saving, type Advice, type Saving } from '../decision';
import { button, compose, html, renew, say, set, type Part } from '../dom';
import { count } from '../numerals';
import type { Model } from '../payload';
import { above, apartText, decisionName, figures, headline, reach, turned, whom } from '../sentences';
import { whenResting } from '../resting';
import type { Store, View } from '../store';
import { costBars } from './bars';
import { rows } from '../counts';
import { ofAThousand, thousandRows } from './matrix';
import type { Told } from './rules';
import { situation } from './situation';
import { REST as REST_OF_FINDINGS } from '../whole_page';

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
  let said = '';
  const announce = whenResting(REST, () => { status.textContent = document.activeElement?.id === 'dial' ? '' : said; });
  const object = (): void => {
    const worst = findings().find(({ tone, isOfNow }) => (tone === 'problem' || tone === 'warning') && !isOfNow);
    renew(objection, JSON.stringify(worst ?? null), () => (worst ? [worst.title, ' ', button(worst.label, () => { act(worst); }, { class: 'link' })] : ['None was found by the rules of this page.']));
  };
  const objectLater = whenResting(REST_OF_FINDINGS, object);
  let doubted: { advice: Advice; isAsMade: boolean } | null = null; // how sure the advice is does not follow the dial
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
      said = headline(store, advice);
      say(head, said);
      if (!isOut) {
        compose(lede, inWords(store));
        list(saves, isAsMade ? made.sentences.saves.map((text) => ({ text, saving: null })) : savings(store));
        if (doubted?.advice !== advice || doubted.isAsMade !== isAsMade) {
          doubted = { advice, isAsMade };
          say(sure, isAsMade ? made.sentences.sure : sureness(store));
          if (sure.parentElement) set(sure.parentElement, { hidden: !sure.textContent });
        }
        if (change.size === 1 && change.has('threshold')) objectLater(); // with the findings, of which it is the worst
        else object();
      }
      panel.update(change);
      bars.update(change);
      squares.update(change);
      announce();
    },
  };
}

/** One line for each rival; lines stay and change what differs. */
function list(element: Element, told: { text: string; saving: Saving | null }[]): void {
  while (element.children.length > told.length) element.lastElementChild?.remove();
  told.forEach(({ text, saving: exact }, i) => {
    const line = element.children[i] ?? element.appendChild(html('li'));
    const end = text.indexOf(' ');
    compose(line, [[text.slice(0, end), ''], text.slice(end)]);
    set(line, { dir: 'auto', 'data-value': exact?.value, 'data-low': exact?.low, 'data-high': exact?.high });
  });
}

function inWords(store: Store): Part[] {
  const { words, counts } = store;
  const thousand = ofAThousand(counts);
  const flagged = thousand.tp + thousand.fp;
  // What is less than half a row and yet not nothing is told in figures, since it costs.
  const number = (whole: number, of: number, look = ''): Part => [whole || !of ? count(whole) : figures((1000 * of) / rows(counts)), look];
  return [
    `Of 1,000 ${words.units}, `, number(flagged, counts.tp + counts.fp), ` ${flagged === 1 ? 'is' : 'are'} flagged: `, number(thousand.tp, counts.tp, 'positive'), ` ${words.positive} and `, number(thousand.fp, counts.fp, 'negative'), ` ${words.negative}. `,
    number(thousand.fn, counts.fn, 'positive'), ` ${words.positive} ${thousand.fn === 1 ? 'slips' : 'slip'} through. That costs `, [store.amount(figures(perThousandAt(store, store.curve, store.entry))), ''], '.',
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
