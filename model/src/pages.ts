// The content of text pages. A text consists of paragraphs separated by empty lines; lines that
// begin with "- " are a list, and [words](/path) is a link.

/** A page of headings and texts. */
export interface TextPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

/** settings/pages */
export interface PagesSettings {
  readonly about: TextPage;
  readonly faq: {
    readonly title: string;
    readonly lead: string;
    readonly questions: readonly { readonly question: string; readonly answer: string }[];
  };
  /** Shown below the prices, which come from the shipping settings. */
  readonly shipping: TextPage;
  readonly privacy: TextPage;
  readonly terms: TextPage;
}
export type PageName = keyof PagesSettings;

export const DEFAULT_PAGES: PagesSettings = {
  about: {
    title: 'A shop by people who never skip the save point',
    lead: 'Savepoint makes printed tees and collectibles for gamers and anime fans. Every motif you see here was drawn for this shop.',
    sections: [
      {
        heading: 'How a print is made',
        text: 'Every print starts on a grid of 44 by 44 pixels. If a dragon does not read at that size, no amount of detail will save it. When it does, we enlarge it, pick six inks at most and print a first run by hand.',
      },
      {
        heading: 'What we print on',
        text: 'Cotton from 190 to 240 g/m², or a blend where stretch matters. Every product page lists the material, the fit and where it was made. Its size guide says what to measure: a tee laid flat, your arm for sleeves, your hand for gloves.',
      },
      {
        heading: 'Small runs, honest stock',
        text: 'When only a few of a size are left, we tell you how many. A sold-out size stays on the page so that you can ask us to email you when it is back, and a limited edition is printed once.',
      },
      {
        heading: 'Around the clock',
        text: 'Someone reads the support inbox 24 hours a day, 7 days a week. Usually with a controller in hand.',
      },
    ],
  },
  faq: {
    title: 'Frequently asked questions',
    lead: 'Short answers to the questions we hear most.',
    questions: [
      {
        question: 'When is shipping free?',
        answer:
          'Standard delivery within the United States is free on orders over {freeShippingOver}. What other orders cost to ship is shown before you pay.',
      },
      {
        question: 'Which size should I take?',
        answer:
          'Open the size guide beside the sizes and compare it with a shirt you like, laid flat. Reviews say whether a product runs small, true to size or large.',
      },
      {
        question: 'Can I change or cancel an order?',
        answer:
          'You can correct its address and cancel it yourself on its page under Account, Orders, until we pack it. A paid order is refunded to the card it was paid with.',
      },
      {
        question: 'How do returns work?',
        answer:
          'Choose what you send back on the order page within 30 days of delivery, and get another size, store credit or your money back. Returns of unworn, unwashed items with their tags are free.',
      },
      {
        question: 'Do I need an account?',
        answer:
          'You can browse, fill a cart and keep a wishlist without one. You log in to check out, so that you can track your order.',
      },
      {
        question: 'What happens to my cart when I log in?',
        answer:
          'The cart saved in your account comes back, and we offer to add what you picked as a guest, so nothing is lost.',
      },
      {
        question: 'How do I wash a printed tee?',
        answer: 'Cold, inside out, and let it hang to dry. The dryer is the real final boss.',
      },
      {
        question: 'Why can only buyers write reviews?',
        answer:
          'So that every review comes from someone whom we have sent the product. You can write one review per product and edit it at any time.',
      },
    ],
  },
  shipping: {
    title: 'Shipping and returns',
    lead: 'Standard delivery within the United States is free on orders over {freeShippingOver}.',
    sections: [
      {
        heading: 'Returns',
        text: 'Returns are free. You have 30 days from delivery to request one. On the order page, choose the items and whether you want another size, store credit or your money back, and send them back unworn and unwashed.',
      },
      {
        heading: 'Arrived damaged?',
        text: 'Tell us through the [contact page](/contact). We will replace it, and you keep the story.',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What we keep about you, where and why.',
    sections: [
      {
        heading: 'In this browser',
        text: `- Your cart, what you saved for later and your wishlist, so that they survive a reload.
- The theme you chose, your recent searches, the products you viewed last, and your choice about measurement.
- While you are logged in, the token that proves it.

Clearing this site's data in your browser removes all of it.`,
      },
      {
        heading: 'In your account',
        text: 'Your email address, name, photo if you set one, cart, wishlist, addresses and orders. Only you and the shop staff who need them can see them. Passwords are kept by the identity service in a form nobody can read back.',
      },
      {
        heading: 'Payments',
        text: "Card details are typed on the payment provider's page and never reach us.",
      },
      {
        heading: 'Your rights',
        text: 'Ask for a copy of your data or for its correction through the [contact page](/contact). You can delete your account yourself in its settings; orders we must keep for the tax office are then kept without your name.',
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'The rules of the game, in the order you meet them.',
    sections: [
      {
        heading: '1. The agreement',
        text: 'A product page is an invitation. Your order is an offer, and it becomes a contract when the payment is confirmed. We may refuse an order we cannot fulfill; what was paid is then refunded.',
      },
      {
        heading: '2. Prices',
        text: 'Prices are in US dollars. The price that counts is the one our server confirms when you place the order; delivery and tax are shown before you pay.',
      },
      {
        heading: '3. Stock and limited editions',
        text: 'Placing an order reserves its items for a short time. If it is not paid in that time they go back into stock. Limited editions are printed once.',
      },
      {
        heading: '4. Delivery and returns',
        text: 'Delivery times and prices are on the page about [shipping and returns](/shipping). You may return unworn items within 30 days of delivery.',
      },
      {
        heading: '5. Accounts',
        text: 'Keep your password to yourself. We may close accounts that are used to harm other shoppers or the shop; paid orders are delivered all the same.',
      },
      {
        heading: '6. Reviews',
        text: "Write what is true and what you experienced. We remove reviews that insult, advertise or reveal someone else's data, and we note why.",
      },
      {
        heading: '7. Artwork',
        text: 'All drawings are ours. Wear them, photograph them, draw your own; do not sell copies.',
      },
    ],
  },
};

/** A block of a text: a paragraph, or the lines of a list. */
export type TextBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** The blocks of a text. */
export function textBlocks(text: string): TextBlock[] {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.trim().split('\n');
      return lines.every((line) => line.startsWith('- '))
        ? { kind: 'list', items: lines.map((line) => line.slice(2)) }
        : { kind: 'paragraph', text: lines.join(' ') };
    });
}
