// The findings are in the page already; here they learn to show where to look.

import { button, goTo, html } from '../dom';
import type { Store } from '../store';

// Where the numbers behind a finding are.
const SECTION: Record<string, string> = {
  ranks: 'good', reversed: 'good', chance: 'good', perfect: 'good', accuracy: 'good', imbalance: 'good', confusion: 'classes',
  no_division: 'cut', few_rows: 'trust', logits: 'cut', percentages: 'cut', ties: 'trust', certain_and_wrong: 'trust',
  one_class: 'trust', one_class_group: 'who', group_worse: 'who', copies: 'trust', few_clusters: 'trust', sampled_by_class: 'trust', cells: 'good',
  fold_levels: 'trust', clusters_in_folds: 'trust', few_in_fold: 'trust', group_levels: 'who',
  few_in_class: 'classes', tied_classes: 'classes', off_sums: 'classes', impossible_truth: 'classes',
};

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
