// What to know first. Python's findings are in the page already; with a decision to make they follow its state.

import { button, goTo, html } from '../dom';
import type { Store, View } from '../store';
import { told, type Told } from './rules';

// Where the numbers behind a finding are.
const SECTION: Record<string, string> = {
  ranks: 'good', reversed: 'good', chance: 'good', perfect: 'good', accuracy: 'good', imbalance: 'good',
  no_division: 'cut', few_rows: 'trust', logits: 'cut', percentages: 'cut', ties: 'trust', certain_and_wrong: 'trust',
  one_class: 'trust', one_class_group: 'who', group_worse: 'who', copies: 'trust', few_clusters: 'trust', sampled_by_class: 'trust', cells: 'good',
  fold_levels: 'trust', clusters_in_folds: 'trust', few_in_fold: 'trust', group_levels: 'who',
};

const TONES: Record<Told['tone'], string> = { problem: 'Problem: ', warning: 'Mind: ', note: '', good: 'Good: ' };

export const sectionOf = (code: string): string => SECTION[code] ?? 'good';

/** Set the page to where a finding shows. */
export function showMe(store: Store, { show: { section, ...state } }: Told): void {
  if (state.prevalence !== undefined) store.suppose({ prevalence: state.prevalence });
  else if (Object.keys(state).length) store.change(state);
  if (section && document.getElementById(section)) goTo(section);
  else scrollTo({ top: 0 });
}

/** The findings of the state, at most seven. */
export function liveFindings(store: Store): View & { known: () => Told[] } {
  const list = document.getElementById('findings') ?? html('ul');
  let found: Told[] | null = null;
  store.listen(() => { found = null; });
  const known = (): Told[] => (found ??= told(store, sectionOf));
  return {
    element: list,
    known,
    update: () => {
      list.replaceChildren(...known().map((one) => {
        const see = button(one.label, () => { showMe(store, one); }, { class: 'link' });
        see.append(html('span', { class: 'unseen' }, `: ${one.title}`));
        return html('li', { class: one.tone }, html('span', { class: 'about', dir: 'auto' }, one.about), html('h3', { dir: 'auto' }, html('span', { class: 'unseen' }, TONES[one.tone]), one.title), html('p', { dir: 'auto' }, one.text, ' ', see));
      }));
    },
  };
}

export function linkFindings(store: Store): void {
  for (const item of document.querySelectorAll<HTMLElement>('#findings > li')) {
    const target = SECTION[item.dataset['code'] ?? ''] ?? 'good';
    if (!document.getElementById(target)) continue;
    const model = store.payload.models.findIndex(({ name }) => name === item.dataset['model']);
    const see = button('See', () => {
      if (model >= 0) store.change({ model });
      goTo(target);
    }, { class: 'link' });
    see.append(html('span', { class: 'unseen' }, `: ${item.querySelector('h3')?.textContent ?? ''}`));
    item.querySelector('p')?.append(' ', see);
  }
}
