interface Person {
  firstname?: string | null;
  lastname?: string | null;
  email?: string;
  id?: number;
}

/** An administrator, as traces name them; null for nobody. */
export function personName(user: unknown): string | null {
  if (typeof user !== 'object' || user === null) return null;
  const { firstname, lastname, email, id } = user as Person;
  const name = [firstname, lastname].filter(Boolean).join(' ');
  return name || email || `administrator ${id ?? '?'}`;
}
