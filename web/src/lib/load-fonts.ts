import bodyFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import pixelFont from '@fontsource-variable/pixelify-sans/files/pixelify-sans-latin-wght-normal.woff2?url';

/**
 * Loads the web fonts and shows them together, for a single layout. It runs in a script after the
 * first paint: a browser requests the fonts of a stylesheet before it paints, and on a slow phone
 * they would delay the page's own images (CSS Font Loading Module, section 3).
 */
export function loadFonts(): void {
  const fonts = [
    new FontFace('Bricolage Grotesque Variable', `url(${bodyFont})`, { weight: '200 800', display: 'swap' }),
    new FontFace('Pixelify Sans Variable', `url(${pixelFont})`, { weight: '400 700', display: 'swap' }),
  ];
  // A font that fails to load is skipped: the page has its fallback.
  void Promise.allSettled(fonts.map((font) => font.load())).then((results) => {
    for (const result of results) if (result.status === 'fulfilled') document.fonts.add(result.value);
  });
}
