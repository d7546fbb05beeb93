// What people type for a number.

/** A number from "0.5", "0,5", "50%", "1e-3" or "1,234.5"; null if it is none. A percentage is a share. */
export function read(text: string): number | null {
  const isShare = /%\s*$/.test(text);
  let plain = text.replace(/[%\s\u00a0]/g, '').replace('−', '-');
  if (plain.includes('.')) plain = plain.replaceAll(',', '');
  else if ((plain.match(/,/g) ?? []).length === 1) plain = plain.replace(',', '.');
  else plain = plain.replaceAll(',', '');
  const value = plain === '' ? NaN : Number(plain);
  if (Number.isNaN(value)) return null;
  return isShare ? Number(`${plain}e-2`) || value / 100 : value;
}
