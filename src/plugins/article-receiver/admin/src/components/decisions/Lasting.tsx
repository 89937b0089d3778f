import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { DIALOG_CLOSES_MS } from '../../hooks/use-keep-focus';

/** A dialog was opened. @returns what is to be done when it is closed. */
type Opened = () => () => void;

const Context = createContext<Opened | null>(null);

interface LastingProps {
  /** Told when a dialog was closed whose button is gone: the focus has to go somewhere. */
  onGone: () => void;
  children: ReactNode;
}

/**
 * Keeps what is in it as it is while it has a dialog open, though somebody else decides meanwhile, or more comes
 * in: what is read, chosen and typed there does not vanish. Whoever goes on is told by the server why not.
 */
export function Lasting({ onGone, children }: LastingProps) {
  const [open, setOpen] = useState(0);
  const shown = useRef(children);
  if (open === 0) shown.current = children;
  const gone = useRef(onGone);
  gone.current = onGone;

  const closes = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(closes.current), []);
  const begin = useCallback<Opened>(() => {
    setOpen((count) => count + 1);
    return () => {
      setOpen((count) => count - 1);
      // After the dialog has given the focus back to its button, if that is still there.
      closes.current = window.setTimeout(() => {
        if (document.activeElement === document.body) gone.current();
      }, DIALOG_CLOSES_MS);
    };
  }, []);
  return <Context.Provider value={begin}>{shown.current}</Context.Provider>;
}

/** For a dialog whose place may be gone before it is closed. */
export function useLasting(isOpen: boolean): void {
  const opened = useContext(Context);
  useEffect(() => (isOpen ? opened?.() : undefined), [isOpen, opened]);
}
