import { PageHead } from '../components/page-head.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';

const QUESTIONS = [
  [
    'When is shipping free?',
    'Standard delivery within the United States is free on orders over $50. What other orders cost to ship is shown before you pay.',
  ],
  [
    'Which size should I take?',
    'Open the size guide beside the sizes and compare it with a shirt you like, laid flat. Reviews say whether a product runs small, true to size or large.',
  ],
  [
    'Can I change or cancel an order?',
    'You can cancel it yourself on its page under Account, Orders, until we pack it. A paid order is refunded to the card it was paid with.',
  ],
  [
    'How do returns work?',
    'Request a return on the order page within 30 days of delivery. Returns of unworn, unwashed items with their tags are free.',
  ],
  [
    'Do I need an account?',
    'You can browse, fill a cart and keep a wishlist without one. You log in to check out, so that you can track your order.',
  ],
  [
    'What happens to my cart when I log in?',
    'The cart saved in your account comes back, and we offer to add what you picked as a guest, so nothing is lost.',
  ],
  [
    'How do I wash a printed tee?',
    'Cold, inside out, and let it hang to dry. The dryer is the real final boss.',
  ],
  [
    'Why can only buyers write reviews?',
    'So that every review comes from someone whom we have sent the product. You can write one review per product and edit it at any time.',
  ],
] as const;

/** The /faq page. */
export function Component() {
  return (
    <ProsePage
      eyebrow="Help"
      title="Frequently asked questions"
      lead="Short answers to the questions we hear most."
      aside={
        <p>
          Something else? <ShopLink to="/contact">Ask us</ShopLink>, day or night.
        </p>
      }
    >
      <PageHead
        {...PAGE_HEADS.faq}
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'FAQPage',
            mainEntity: QUESTIONS.map(([name, text]) => ({
              '@type': 'Question',
              name,
              acceptedAnswer: { '@type': 'Answer', text },
            })),
          },
        ]}
      />
      <div>
        {QUESTIONS.map(([question, answer], index) => (
          <details key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </ProsePage>
  );
}
