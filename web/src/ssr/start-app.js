// Inlined into every server-rendered page. Starts the app once the page and its own images are
// painted, at most 1 s after its markup, or on the first interaction: scripts compete with the
// images for the network.
(() => {
  const start = () => document.head.append(document.querySelector('#app-scripts').content);
  // After the next frame: a timer set in its callback runs after painting.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));
  addEventListener('pointerdown', start);
  addEventListener('keydown', start);
  setTimeout(() => {
    start();
    document.documentElement.dataset.late = '';
  }, 1000);
})();
