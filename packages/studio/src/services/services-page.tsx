import type { Service, Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import './services.css';

/**
 * Links in the page, such as those in an email, open in place of Studio; nothing else of Studio is
 * accessible to it.
 */
const FRAME_SANDBOX =
  'allow-same-origin allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation';

/**
 * Pages of other servers in the stack, such as the mail inbox: one in a frame, the others one click
 * away.
 */
export default function ServicesPage({ stack }: { stack: Stack }) {
  const [params] = useSearchParams();
  const { mail } = stack;
  const pages: readonly Service[] = [
    ...(mail === null ? [] : [{ name: 'mail', label: 'Mail inbox', url: mail.url, hasFrame: false }]),
    ...stack.services,
  ];
  const framed = pages.filter(canBeFramed);
  const shown = framed.find(({ name }) => name === params.get('page')) ?? framed[0];
  return (
    <div className="page services">
      <div className="page-head">
        <h1>Services</h1>
      </div>
      <ul className="cards">
        {pages.map((page) => (
          <ServiceCard
            key={page.name}
            page={page}
            isFramed={framed.includes(page)}
            isShown={page === shown}
          />
        ))}
      </ul>
      {shown === undefined ? null : (
        <iframe key={shown.name} src={shown.url} title={shown.label} sandbox={FRAME_SANDBOX} />
      )}
    </div>
  );
}

/**
 * A page allows Studio's origin by its address at 127.0.0.1; if Studio was opened at localhost, its
 * origin differs.
 */
function canBeFramed({ hasFrame, url }: Service): boolean {
  return hasFrame && new URL(url).hostname === window.location.hostname;
}

interface CardProps {
  readonly page: Service;
  readonly isFramed: boolean;
  readonly isShown: boolean;
}

function ServiceCard({ page: { name, label, url }, isFramed, isShown }: CardProps) {
  return (
    <li className="card shortcut">
      {isFramed ? (
        <Link href={`/services?page=${encodeURIComponent(name)}`} aria-current={isShown ? 'page' : undefined}>
          {label}
        </Link>
      ) : null}
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="code-link"
        aria-label={`Open ${label} in a new tab`}
      >
        {isFramed ? null : label} <Icon name="open" />
      </a>
      <p className="muted path pre-line">{url}</p>
    </li>
  );
}
