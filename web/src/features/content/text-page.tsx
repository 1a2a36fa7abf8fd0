import { fillText } from '@savepoint/model/content';
import { splitLinks } from '@savepoint/model/content-links';
import { type PageName, type TextBlock, type TextPage, textBlocks } from '@savepoint/model/pages';
import { Fragment, type ReactNode } from 'react';
import { usePageTexts } from '../../api/page-endpoints.ts';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { ProsePage } from '../../components/prose-page.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';

/** A text with its links. */
function Linked({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, to }, index) => {
    const content = to === undefined ? part : <ShopLink to={to}>{part}</ShopLink>;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    return <Fragment key={index}>{content}</Fragment>;
  });
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Linked text={block.text} />
      </p>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>
          <Linked text={item} />
        </li>
      ))}
    </ul>
  );
}

/** An owner's text, filled in; nothing if it would be untrue. */
export function WrittenText({ text }: { text: string }) {
  const { shipping } = useShopSettings().settings;
  return textBlocks(fillText(text, shipping) ?? '').map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text
    <Block key={index} block={block} />
  ));
}

/** A page with an owner's texts. `children` precede them, `after` follows. */
export function WrittenPage(props: {
  name: Exclude<PageName, 'faq'>;
  eyebrow: string;
  aside?: ReactNode;
  children?: ReactNode;
  after?: ReactNode;
}) {
  const { page, isLoading } = usePageTexts(props.name);
  const { title, lead, sections }: TextPage = page;
  const { shipping } = useShopSettings().settings;
  return (
    <ProsePage
      eyebrow={props.eyebrow}
      title={title}
      lead={fillText(lead, shipping) ?? ''}
      aside={props.aside}
    >
      {props.children}
      {isLoading ? (
        <Skeleton height="24rem" />
      ) : (
        sections.map(({ heading, text }) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            <WrittenText text={text} />
          </Fragment>
        ))
      )}
      {props.after}
    </ProsePage>
  );
}
