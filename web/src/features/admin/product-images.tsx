import { IMAGE_ALT_MAX_LENGTH, PRODUCT_IMAGES_MAX } from '@savepoint/model/limits';
import { parseUploadedImageUrl, UPLOAD_TYPES } from '@savepoint/model/uploaded-image';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { FormErrors } from '../../lib/form-values.ts';
import { chooseImageFiles } from './image-files.ts';
import { type ImageRow, type ImageUpload, newImageRow } from './product-form-values.ts';
import { Thumbnail } from './thumbnail.tsx';
import { type ChangeRows, useImageUploads } from './use-image-uploads.ts';
import { useRowDragging } from './use-row-dragging.ts';

/** How arrow keys move a row. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

function moveRow(rows: readonly ImageRow[], key: string, to: number): readonly ImageRow[] {
  const row = rows.find((each) => each.key === key);
  if (row === undefined) return rows;
  const others = rows.filter((each) => each.key !== key);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

function insertRow(rows: readonly ImageRow[], row: ImageRow, at: number): readonly ImageRow[] {
  return [...rows.slice(0, at), row, ...rows.slice(at)];
}

/** The button and the area for new files. */
function FileChooser({
  onFiles,
  error,
}: {
  onFiles: (files: readonly File[]) => void;
  error?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is a second way; the button is the one for everybody
    <div
      className={classNames('image-drop', isOver && 'image-drop-over')}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={UPLOAD_TYPES.join(',')}
        aria-label="Picture files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again after it was removed.
          event.target.value = '';
        }}
      />
      <Button
        variant="secondary"
        aria-describedby={error === undefined ? 'pictures-hint' : 'pictures-error pictures-hint'}
        {...(error !== undefined && { 'aria-invalid': true })}
        onClick={() => input.current?.click()}
      >
        Choose pictures
      </Button>
      <p className="field-hint" id="pictures-hint">
        Or drop them here: JPEG, PNG, WebP or AVIF, up to 20 MB each. The first is shown in lists.
      </p>
      {error !== undefined && (
        <p className="field-error" id="pictures-error">
          <Icon name="alert" className="icon-text" />
          {error}
        </p>
      )}
    </div>
  );
}

/** The progress of an upload, or why it failed. */
function UploadStatus({ upload, onRetry }: { upload: ImageUpload; onRetry: () => void }) {
  const { name, state, part, message } = upload;
  if (state === 'failed')
    return (
      <div className="image-status">
        <p className="field-error" role="alert">
          <Icon name="alert" className="icon-text" />
          <span>
            {name}: {message}
          </span>
        </p>
        {!upload.isFinal && (
          <Button variant="secondary" onClick={onRetry} aria-label={`Try ${name} again`}>
            Try again
          </Button>
        )}
      </div>
    );
  const text = {
    waiting: `Waiting: ${name}`,
    sending: `Uploading: ${name}`,
    processing: `Processing: ${name}`,
  }[state];
  return (
    <div className="image-status">
      <p className="field-hint">{text}</p>
      <progress
        aria-label={`Upload of ${name}`}
        {...(state === 'sending' && { value: part })}
        {...(state === 'waiting' && { value: 0 })}
      />
    </div>
  );
}

interface RowProps {
  readonly row: ImageRow;
  readonly index: number;
  readonly count: number;
  readonly errors: FormErrors;
  readonly isDragged: boolean;
  readonly onChange: (change: Partial<ImageRow>) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly handle: ReactNode;
}

function ImageItem({
  row,
  index,
  count,
  errors,
  isDragged,
  onChange,
  onMove,
  onRemove,
  onRetry,
  handle,
}: RowProps) {
  const number = index + 1;
  const { upload } = row;
  const isByAddress = upload === undefined && parseUploadedImageUrl(row.url) === undefined;
  const rowError = errors[`images.${index}`];
  return (
    <li className={classNames('image-row', isDragged && 'image-row-dragged')} data-key={row.key}>
      {handle}
      {upload === undefined ? (
        <Thumbnail src={row.url} />
      ) : (
        <span className="image-frame admin-thumbnail" aria-hidden>
          <img
            src={upload.preview}
            alt=""
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        </span>
      )}
      <div className="image-fields">
        {isByAddress ? (
          <Field
            label={`Picture ${number}`}
            name={`images.${index}`}
            error={rowError}
            value={row.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        ) : (
          // Part of the form's content, so that leaving asks for confirmation.
          <input type="hidden" name={`images.${index}`} value={upload?.name ?? row.url} readOnly />
        )}
        {upload !== undefined && <UploadStatus upload={upload} onRetry={onRetry} />}
        <Field
          label={`What picture ${number} shows`}
          name={`images.${index}.alt`}
          error={errors[`images.${index}.alt`] ?? (upload === undefined ? undefined : rowError)}
          value={row.alt}
          required={row.mayLackAlt !== true}
          maxLength={IMAGE_ALT_MAX_LENGTH}
          onChange={(event) => onChange({ alt: event.target.value })}
        />
      </div>
      <div className="image-buttons">
        <IconButton
          label={`Move picture ${number} up`}
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(index - 1)}
        >
          <Icon name="up" />
        </IconButton>
        <IconButton
          label={`Move picture ${number} down`}
          aria-disabled={index === count - 1}
          onClick={() => index < count - 1 && onMove(index + 1)}
        >
          <Icon name="chevron" />
        </IconButton>
        <IconButton label={`Remove picture ${number}`} onClick={onRemove}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </li>
  );
}

interface Removed {
  readonly row: ImageRow;
  readonly index: number;
}

/**
 * Reports the removal of a picture, with a focused Undo button, because the focus was in the row.
 */
function RemovedNotice({ removed, onUndo }: { removed: Removed; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each removal takes the focus once
  useEffect(() => undo.current?.focus(), [removed]);
  return (
    <div className="notice" role="status">
      <p>Picture {removed.index + 1} is removed.</p>
      <Button
        ref={undo}
        variant="secondary"
        onClick={onUndo}
        aria-label={`Undo: put picture ${removed.index + 1} back`}
      >
        Undo
      </Button>
    </div>
  );
}

/** The pictures of a product in order, uploaded or by URL, each with its alternative text. */
export function ProductImages(props: {
  rows: readonly ImageRow[];
  errors: FormErrors;
  onChange: ChangeRows;
}) {
  const { rows, errors, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  const [statusText, setStatusText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<Removed>();

  const uploads = useImageUploads(onChange, (key, url, name) => {
    const isTwice = rows.some((row) => row.key !== key && row.url === url);
    if (isTwice) setProblems([`${name} is one of the pictures already.`]);
    else setStatusText(`${name} is uploaded.`);
    onChange((current) =>
      isTwice
        ? current.filter((row) => row.key !== key)
        : current.map((row) => (row.key === key ? { key, url, alt: row.alt } : row)),
    );
  });
  const place = (key: string, to: number) => onChange((current) => moveRow(current, key, to));
  const reportPlace = (to: number) => setStatusText(`Now picture ${to + 1} of ${rows.length}.`);
  const dragging = useRowDragging(list, place, reportPlace);

  const moveTo = (key: string, to: number) => {
    place(key, to);
    reportPlace(to);
  };
  const addFiles = (files: readonly File[]) => {
    const { accepted, problems: found } = chooseImageFiles(files, rows.length);
    setProblems(found);
    const added = uploads.add(accepted);
    onChange((current) => [...current, ...added]);
  };
  const remove = (row: ImageRow, index: number) => {
    uploads.cancel(row.key);
    setRemoved({ row, index });
    onChange((current) => current.filter(({ key }) => key !== row.key));
  };
  const undo = ({ row, index }: Removed) => {
    setRemoved(undefined);
    setStatusText(`Picture ${index + 1} is back.`);
    onChange((current) => insertRow(current, row, index));
    if (row.upload !== undefined && row.upload.state !== 'failed') uploads.restart(row.key);
  };
  const onHandleKey = (event: KeyboardEvent, key: string, index: number) => {
    const to = index + (STEPS[event.key] ?? 0);
    if (to === index) return;
    event.preventDefault();
    if (to >= 0 && to < rows.length) moveTo(key, to);
  };

  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Pictures</legend>
      {rows.length < PRODUCT_IMAGES_MAX && (
        <FileChooser onFiles={addFiles} error={rows.length === 0 ? errors.images : undefined} />
      )}
      {/* Names the place of the message above while there is no row. */}
      {rows.length === 0 && <input type="hidden" name="images" value="" readOnly />}
      {problems.length > 0 && (
        <ul className="notice notice-error image-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <ul className="image-list" ref={list} aria-label="Pictures in order">
        {rows.map((row, index) => (
          <ImageItem
            key={row.key}
            row={row}
            index={index}
            count={rows.length}
            errors={errors}
            isDragged={dragging.dragged === row.key}
            onChange={(change) =>
              onChange((current) =>
                current.map((each) => (each.key === row.key ? { ...each, ...change } : each)),
              )
            }
            onMove={(to) => moveTo(row.key, to)}
            onRemove={() => remove(row, index)}
            onRetry={() => uploads.restart(row.key)}
            handle={
              <IconButton
                label={`Order of picture ${index + 1}: drag, or use the arrow keys`}
                className="image-handle"
                onPointerDown={(event) => dragging.start(event, row.key, index)}
                onKeyDown={(event) => onHandleKey(event, row.key, index)}
              >
                <Icon name="menu" />
              </IconButton>
            }
          />
        ))}
      </ul>
      {removed !== undefined && <RemovedNotice removed={removed} onUndo={() => undo(removed)} />}
      {rows.length < PRODUCT_IMAGES_MAX && (
        <div>
          <Button variant="quiet" onClick={() => onChange((current) => [...current, newImageRow()])}>
            Add a picture by its address
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
    </fieldset>
  );
}
