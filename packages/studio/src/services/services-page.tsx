import type { Service, Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import './services.css';

/**
 * Links in the page, such as those of an email, open in place of Studio; nothing else of Studio can
 * be reached.
 */
const FRAME_SANDBOX =
  'allow-same-origin allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation';

/**
 * The pages of other servers of the stack, such as the mail inbox: one in a frame, the others a
 * click away.
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
 * A page allows Studio's origin by its address of 127.0.0.1; a Studio that was opened as localhost
 * is another origin.
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
