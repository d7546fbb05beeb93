// Data of large pages are packed: a JSON text of deflated bytes in place of an object. See `packed` in views/page_data.py.

/** Hand over the data of the page, at once where they stand there plainly. */
export function withData(use: (text: string) => void): void {
  const text = document.getElementById('data')?.textContent ?? '{}';
  if (text.startsWith('"')) void unpacked(JSON.parse(text) as string).then(use);
  else use(text);
}

function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
