import { fillText } from '@savepoint/model/content';
import { usePageTexts } from '../api/page-endpoints.ts';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { PageHead } from '../components/page-head.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { WrittenText } from '../features/content/text-page.tsx';

/** The /faq page. */
export function Component() {
  const { page, isLoading } = usePageTexts('faq');
  const { shipping } = useShopSettings().settings;
  // A question is hidden if its answer would be untrue.
  const questions = page.questions.filter(({ answer }) => fillText(answer, shipping) !== undefined);
  return (
    <ProsePage
      eyebrow="Help"
      title={page.title}
      lead={fillText(page.lead, shipping) ?? ''}
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
            mainEntity: questions.map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: fillText(answer, shipping) },
            })),
          },
        ]}
      />
      {isLoading ? (
        <Skeleton height="24rem" />
      ) : (
        <div>
          {questions.map(({ question, answer }, index) => (
            <details key={question} open={index === 0}>
              <summary>{question}</summary>
              <WrittenText text={answer} />
            </details>
          ))}
        </div>
      )}
    </ProsePage>
  );
}
