// How numbers are written for people; `truecut/numerals.py` writes them the same way.

export const DASH = '–';
const NARROW = '\u00a0';
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const weighed = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

export function count(number: number): string {
  return Number.isInteger(number) ? grouped.format(number) : number < 1e5 ? weighed.format(number) : number.toLocaleString('en', { maximumFractionDigits: 1 });
}

/** A share in percent, with as many digits as it takes not to round it to nothing or to everything. */
export function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? hundredths(share, digits) + NARROW + '%' : infinite(share);
}

function hundredths(share: number, digits: number): string {
  if (share === 0 || share === 1) return String(100 * share);
  for (let more = digits; more < 13; more++) {
    const text = (100 * share).toFixed(more);
    if (Number(text) !== 0 && Number(text) !== 100) return text;
  }
  return (100 * share).toPrecision(3);
}

export function decimal(number: number): string {
  if (!Number.isFinite(number)) return infinite(number);
  const size = Math.abs(number);
  if (number && size < 0.0005) return String(Number(number.toPrecision(4)));
  if (size >= 0.9995 && size < 1) {
    for (let digits = 4; digits < 17; digits++) if (Math.abs(Number(number.toFixed(digits))) < 1) return number.toFixed(digits);
  }
  if (size < 100) return number.toFixed(3);
  return size < 1000 ? String(Number(number.toPrecision(4))) : grouped.format(number);
}

function infinite(number: number): string {
  return Number.isNaN(number) ? DASH : number > 0 ? '∞' : '−∞';
}

/** A threshold for reading; it is never rounded before it is used. Null flags nothing. */
export function threshold(cut: number | null): string {
  if (cut === null) return 'none';
  if (!Number.isFinite(cut)) return infinite(cut);
  const size = Math.abs(cut);
  if (size && (size < 0.001 || size >= 1e6)) return Number(cut.toPrecision(3)).toExponential().replace('e+', 'e');
  if (size >= 100) return grouped.format(cut);
  if (size > 0.999 && size < 1) return String(Number(cut.toPrecision(6)));
  return cut.toFixed(size >= 10 ? 2 : 3);
}

/** An amount in as few signs as tell it apart: 7.21m, 361k, 1,743, 12.5. */
export function money(amount: number): string {
  if (!Number.isFinite(amount)) return infinite(amount);
  const size = Math.abs(amount);
  const sign = amount < 0 ? '−' : '';
  if (size >= 1e15) return sign + size.toExponential(2);
  if (size >= 999.5e6) return `${sign}${grouped.format(Math.round(size / 1e6))}m`;
  if (size >= 999.5e3) return `${sign}${(size / 1e6).toPrecision(3)}m`;
  if (size >= 1e5) return `${sign}${(size / 1e3).toFixed(0)}k`;
  if (size >= 100) return sign + grouped.format(size);
  return sign + String(Number(size.toFixed(size >= 10 ? 1 : 2)));
}
