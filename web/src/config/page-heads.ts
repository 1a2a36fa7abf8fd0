// Titles and descriptions of the static pages, by route name. The build writes each into an HTML
// page, for readers that run no scripts.

export const PAGE_HEADS = {
  about: {
    title: 'About',
    description: 'Who we are, how our prints are made, and what we print them on.',
  },
  contact: { title: 'Contact', description: 'Ask us anything, 24 hours a day, 7 days a week.' },
  faq: { title: 'FAQ', description: 'Answers about shipping, sizes, returns, accounts and reviews.' },
  shipping: {
    title: 'Shipping and returns',
    description: 'What delivery costs, how long it takes, and how to send something back within 30 days.',
  },
  privacy: { title: 'Privacy', description: 'What data we keep about you, where and why.' },
  terms: { title: 'Terms', description: 'The terms that apply when you order from Savepoint.' },
} as const;

/** The head of unknown addresses. */
export const NOT_FOUND_HEAD = {
  title: 'Page Not Found',
  description: 'This page does not exist.',
} as const;
