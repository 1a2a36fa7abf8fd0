import type { Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';

/** The pages of other servers of the stack. They forbid frames, as they must not be clicked through another page, so these are links. */
export default function ServicesPage({ stack }: { stack: Stack }) {
  const pages = [
    ...(stack.mail === null ? [] : [{ name: 'mail', label: 'Mail inbox', url: stack.mail.url }]),
    ...stack.services,
  ];
  return (
    <div className="page">
      <div className="page-head">
        <h1>Services</h1>
      </div>
      <ul className="cards">
        {pages.map(({ name, label, url }) => (
          <li key={name} className="card shortcut">
            <a href={url} target="_blank" rel="noreferrer" className="code-link">
              {label} <Icon name="open" />
            </a>
            <p className="muted path pre-line">{url}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
