/**
 * The reason why a file is not JSON; undefined if it is, and the emulator has rejected it for
 * another reason. A file is checked only after it was rejected, because checking 100 MB takes a
 * second.
 */
export async function findFileProblem(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  if (bytes.byteLength === 0) return `${file.name} is empty. The JSON null removes a place.`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `${file.name} is not UTF-8 text.`;
  }
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `${file.name} is not JSON: ${(error as Error).message}`;
  }
}
