// What people type for a number.

/** A number from "0.5", "0,5", "50%", "1e-3", "1,234.5", "1.234,5" or "4,200", as the page writes it; null if it is none. A percentage is a share. */
export function read(text: string): number | null {
  const isShare = /%\s*$/.test(text);
  const plain = withPoint(text.replace(/[%\s\u00a0\u202f]/g, '').replace('−', '-'));
  const value = plain === '' ? NaN : Number(plain);
  if (Number.isNaN(value)) return null;
  return isShare ? Number(`${plain}e-2`) || value / 100 : value;
}

/** The last of points and commas divides, unless thousands stand behind it. */
function withPoint(text: string): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  const isGrouped = /^-?[1-9]\d{0,2}(,\d{3})+$/.test(text);
  if (comma <= point || isGrouped) return text.replaceAll(',', '');
  return text.replaceAll('.', '').replace(/,(?=.*,)/g, '').replace(',', '.');
}
