import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../../components/button.tsx';
import { Deferred } from '../../components/deferred.tsx';
import { Icon } from '../../components/icon.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';

const loadSearch = () => loadChunk('Search', () => import('./search-dialog.tsx'));
const SearchDialog = lazy(async () => ({ default: (await loadSearch()).SearchDialog }));

/** True for key presses in a form field, where they are not shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * Opens the search dialog on click, Ctrl+K, Cmd+K and '/'. The dialog is loaded on hover, focus or
 * first use.
 */
export function SearchButton() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const [wasOpened, setWasOpened] = useState(false);
  const open = openAt === key;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !isTyping(event.target);
      if (!isShortcut && !isSlash) return;
      event.preventDefault();
      setWasOpened(true);
      setOpenAt(key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key]);

  return (
    <>
      <IconButton
        label="Search"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={() => void loadSearch().catch(() => undefined)}
        onFocus={() => void loadSearch().catch(() => undefined)}
        onClick={() => {
          setWasOpened(true);
          setOpenAt(key);
        }}
      >
        <Icon name="search" />
      </IconButton>
      {wasOpened && (
        <Deferred>
          <SearchDialog open={open} onClose={() => setOpenAt(undefined)} />
        </Deferred>
      )}
    </>
  );
}
