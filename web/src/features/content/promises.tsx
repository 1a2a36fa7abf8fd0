import { fillText } from '@savepoint/model/content';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { Icon } from '../../components/icon.tsx';

const ICONS = ['truck', 'mail', 'crystal', 'check'] as const;

/** The shop's promises that currently hold, at most `max`; nothing if there are none. */
export function Promises({ className, max }: { className: string; max?: number }) {
  const { content, shipping } = useShopSettings().settings;
  const texts = content.promises.flatMap((text) => fillText(text, shipping) ?? []).slice(0, max);
  if (texts.length === 0) return null;
  return (
    <ul className={className}>
      {texts.map((text, index) => (
        <li key={text}>
          <Icon name={ICONS[index] ?? 'check'} /> {text}
        </li>
      ))}
    </ul>
  );
}
