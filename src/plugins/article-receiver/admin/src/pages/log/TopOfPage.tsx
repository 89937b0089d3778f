import { useElementOnScreen } from '@strapi/strapi/admin';

/** Nothing to see: tells whether the place where it stands is in view. */
export function TopOfPage({ onChange }: { onChange: (isInView: boolean) => void }) {
  const ref = useElementOnScreen<HTMLDivElement>(onChange);
  return <div ref={ref} />;
}
