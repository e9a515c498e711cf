import { useRef, useState, type ReactNode } from 'react';
import './upload.css';

interface FilePickerProps {
  /** accepted extensions for the file dialog; files are validated again */
  types: readonly string[];
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  className?: string;
  label: string;
  id?: string;
  children: ReactNode;
}

/** Button that opens the file dialog and accepts dropped files. */
export function FilePicker({ types, disabled, onFiles, className = '', label, id, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(files);
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className={`upload-pick ${className} ${isOver ? 'upload-over' : ''}`}
        disabled={disabled}
        aria-label={label}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        // antd styles file inputs inside forms, which would override the hidden attribute
        style={{ display: 'none' }}
        aria-hidden
        tabIndex={-1}
        accept={types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          take(event.target.files);
          // allows choosing the same file again
          event.target.value = '';
        }}
      />
    </>
  );
}
