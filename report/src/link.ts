// The state in the address: numbers only, checked and clamped, so that a link can carry nothing else.

import { clamped } from './numbers';
import { OUTCOMES, type AxisName, type Cost, type Payload } from './payload';
import { COLUMNS, PARTINGS, WAYS, type Beside, type Parted, type State } from './store';

const AXES: readonly AxisName[] = ['score', 'stretched', 'share'];
const PRICES = [...OUTCOMES, 'per_row'] as const;

export function stateFrom(hash: string, payload: Payload): State {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const made = payload.recommendation;
  const advised = Math.max(0, payload.models.findIndex(({ name }) => name === made?.model));
  const model = clamped(Math.trunc(number(asked.get('m')) ?? (asked.has('t') ? 0 : advised)), 0, payload.models.length - 1);
  const given = (payload.models[model]?.is_hard ? payload.models.find(({ is_hard: isHard }) => !isHard) : payload.models[model])?.threshold ?? null;
  const prevalence = number(asked.get('p'));
  return {
    model,
    threshold: asked.get('t') === 'none' ? null : (number(asked.get('t')) ?? opening(payload, model) ?? (isIdle(payload, model) ? null : given)),
    axis: AXES.find((axis) => axis === asked.get('x') && canShow(axis, payload)) ?? payload.axis,
    cost: costFrom(asked.get('c')) ?? { ...payload.cost },
    prevalence: prevalence !== null && prevalence > 0 && prevalence < 1 ? prevalence : asked.has('t') ? null : (payload.prevalence ?? null),
    beside: besideFrom(asked.get('s'), payload),
    parted: partedFrom(asked.get('g')),
  };
}

/** Two different models and a way to match them; anything else is as if nothing was asked. */
function besideFrom(text: string | null, payload: Payload): Beside | null {
  const [first, second, way, at] = (text ?? '').split('_');
  const [one, two, share] = [first, second, at].map((part) => number(part ?? null));
  const by = WAYS.find((known) => known === way);
  const isModel = (found: number | null | undefined): found is number => typeof found === 'number' && Number.isInteger(found) && payload.models[found] !== undefined;
  if (!by || !isModel(one) || !isModel(two) || one === two) return null;
  return { first: one, second: two, by, at: typeof share === 'number' && Number.isFinite(share) ? share : 0.8 };
}

function partedFrom(text: string | null): Parted {
  const [by, order, way] = (text ?? '').split('_');
  return { by: PARTINGS.find((one) => one === by) ?? 'one', order: COLUMNS.find((one) => one === order) ?? null, isFalling: way === 'falling' };
}

/** The page opens on the recommendation. */
function opening(payload: Payload, model: number): number | null {
  const made = payload.recommendation;
  const one = payload.models[model];
  if (!made || !one || one.name !== made.model) return null;
  return made.is_everybody ? (one.cuts.scores[one.cuts.scores.length - 1] ?? null) : (made.threshold ?? null);
}

const isIdle = (payload: Payload, model: number): boolean => payload.recommendation?.verdict === 'do_not_use' && payload.models[model]?.name === payload.recommendation.model;

export function hashOf(state: State): string {
  const parts: Record<string, string> = {
    t: state.threshold === null ? 'none' : String(state.threshold),
    m: String(state.model),
    c: PRICES.map((outcome) => String(state.cost[outcome])).join('_'),
    x: state.axis,
  };
  if (state.prevalence !== null) parts['p'] = String(state.prevalence);
  const { beside } = state;
  if (beside) parts['s'] = [beside.first, beside.second, beside.by, beside.at].join('_');
  const { by: parting, order, isFalling } = state.parted;
  if (parting !== 'one' || order !== null) parts['g'] = [parting, order ?? '', isFalling ? 'falling' : ''].join('_');
  return '#' + new URLSearchParams(parts).toString();
}

export function canShow(axis: AxisName, payload: Payload): boolean {
  if (axis === 'stretched') return payload.stretch !== undefined;
  return axis === 'share' || payload.models.some((model) => model.histogram);
}

function number(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(value) ? null : value;
}

function costFrom(text: string | null): Cost | null {
  const [tp, fp, fn, tn, perRow = 0] = (text ?? '').split('_').map((part) => number(part) ?? NaN);
  const prices = [tp, fp, fn, tn, perRow];
  if (!prices.every((price) => price !== undefined && Number.isFinite(price))) return null;
  return { tp, fp, fn, tn, per_row: perRow } as Cost;
}
