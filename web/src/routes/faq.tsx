import { ProsePage } from '../components/prose-page.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { usePageHead } from '../lib/page-head.ts';

const QUESTIONS = [
  [
    'When is shipping free?',
    'Standard delivery is free on orders over $50. Below that, and for express, the price is shown before you pay.',
  ],
  [
    'Which size should I take?',
    'Open the size guide beside the sizes and compare it with a shirt you like, laid flat. Reviews say whether a product runs small, true or large.',
  ],
  [
    'Can I change or cancel an order?',
    'You can cancel it yourself on its page under Account, Orders, until we pack it. A paid order is refunded to the card it was paid with.',
  ],
  [
    'How do returns work?',
    'Within 30 days after delivery, ask for a return on the page of the order. Unworn and unwashed, with its tag, it is on us.',
  ],
  [
    'Do I need an account?',
    'You can browse, fill a cart and keep a wishlist without one. To check out you sign in, so that you can follow your order.',
  ],
  [
    'What happens to my cart when I sign in?',
    'The cart of your account comes back. What you picked before signing in is offered to you, so nothing is lost.',
  ],
  [
    'How do I wash a printed tee?',
    'Cold, inside out, and let it hang to dry. The dryer is the real final boss.',
  ],
  [
    'Why can only buyers write reviews?',
    'So that a review is about the product and not about the picture of it. One review per product and shopper, and you may replace it.',
  ],
] as const;

/** The /faq page. */
export function Component() {
  usePageHead({
    title: 'FAQ',
    description: 'Answers on shipping, sizes, returns, accounts and reviews.',
    structuredData: [
      {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: QUESTIONS.map(([name, text]) => ({
          '@type': 'Question',
          name,
          acceptedAnswer: { '@type': 'Answer', text },
        })),
      },
    ],
  });
  return (
    <ProsePage eyebrow="Help" title="Frequently asked" lead="The short answers. The long ones come by mail.">
      <div>
        {QUESTIONS.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <p>
        Not here? <ShopLink to="/contact">Ask us</ShopLink>, at any hour.
      </p>
    </ProsePage>
  );
}
