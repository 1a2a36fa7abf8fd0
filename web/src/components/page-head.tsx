import { useLocation } from 'react-router-dom';
import { SHOP_NAME } from '../config/constants.ts';
import { documentTitle, siteOrigin } from '../lib/page-metadata.ts';

const SOCIAL_IMAGE = '/art/social.png';

interface PageHeadProps {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical URL; defaults to the page's own path. */
  readonly canonicalPath?: string;
  /** Path or URL of the preview image. */
  readonly image?: string;
  readonly imageAlt?: string;
  readonly type?: 'website' | 'product';
  /** schema.org objects, rendered as JSON-LD. */
  readonly structuredData?: readonly Record<string, unknown>[];
  /** Keeps search engines from indexing the page. */
  readonly noindex?: boolean | undefined;
}

/**
 * The page's metadata for search engines and link previews. React moves all of it except the
 * structured data into the head.
 */
export function PageHead({ title, description, noindex, type = 'website', ...props }: PageHeadProps) {
  const { pathname } = useLocation();
  const origin = siteOrigin();
  const url = origin + (props.canonicalPath ?? pathname);
  return (
    <>
      <title>{documentTitle(title)}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {noindex && <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={SHOP_NAME} />
      <meta property="og:title" content={documentTitle(title)} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL(props.image ?? SOCIAL_IMAGE, origin).href} />
      {props.imageAlt !== undefined && <meta property="og:image:alt" content={props.imageAlt} />}
      <meta name="twitter:card" content="summary_large_image" />
      {props.structuredData?.map((data) => {
        // A closing tag in the text would close the element.
        const json = JSON.stringify(data).replaceAll('<', '\\u003c');
        return (
          <script
            key={json}
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any '<'
            dangerouslySetInnerHTML={{ __html: json }}
          />
        );
      })}
    </>
  );
}
