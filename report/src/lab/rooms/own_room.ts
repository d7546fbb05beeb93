// The reader's own rows or counts, typed or pasted; they stay on the page.

import { button, html, set } from '../../dom';
import { readOwn } from '../reading';
import type { LabState } from '../store';
import type { HandRow } from '../steps';
import { rowsIn } from '../evidence';
import type { Room } from './room';

const MOST_BY_HAND = 60;

export function ownRoom(toBench: (parts: Partial<LabState>, about: string) => void, toHand: (rows: HandRow[]) => void): Room {
  const area = html('textarea', { id: 'own-data', rows: 12, spellcheck: 'false', autocomplete: 'off', placeholder: '1 0.91\n0 0.40\n1 0.73\n…\n\nor\n\nTP=30 FN=10 FP=5 TN=55' });
  const reply = html('p', { class: 'reply', role: 'status' });
  const say = (isRight: boolean, text: string): void => { set(reply, { class: `reply ${isRight ? 'right' : 'wrong'}` }); reply.textContent = text; };
  const take = (to: 'bench' | 'hand'): void => {
    const read = readOwn(area.value);
    if ('error' in read) {
      say(false, read.error);
      area.focus();
      return;
    }
    const { evidence, areProbabilities, note } = read;
    if (to === 'bench') {
      say(true, note);
      const scores = evidence.kind === 'rows' ? [...evidence.scores].sort((a, b) => a - b) : [];
      toBench({ evidence, areProbabilities, threshold: areProbabilities || !scores.length ? 0.5 : (scores[Math.floor(scores.length / 2)] ?? 0) }, `Your data. ${note}`);
    } else if (evidence.kind !== 'rows') say(false, 'Counts and plain decisions are one point and not a curve: there is nothing to step through. Open them on the bench.');
    else if (evidence.scores.length > MOST_BY_HAND) say(false, `${String(evidence.scores.length)} rows are too many to step through; ${String(MOST_BY_HAND)} are the most. Open them on the bench.`);
    else {
      say(true, note);
      toHand(rowsIn(evidence).map((row, i) => ({ ...row, name: String(i + 1) })));
    }
  };
  const element = html('section', { id: 'own', 'aria-labelledby': 'own-title' }, html('h2', { id: 'own-title', tabindex: -1 }, 'Your own'), html('p', { class: 'introduction' }, 'What you paste stays on this page: it cannot reach the network.'),
    html('div', { class: 'own' }, html('label', { for: 'own-data' }, 'A row a line, its truth and then its score or decision; or four counts'), area, html('div', { class: 'actions' }, button('Open on the bench', () => { take('bench'); }, { class: 'action' }), button('Step through by hand', () => { take('hand'); }, { class: 'action' })), reply));
  return { element, open: () => undefined };
}
