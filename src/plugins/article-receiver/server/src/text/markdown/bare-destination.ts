/** The same destination, written so that it needs no angle brackets. */
export function bareDestination(raw: string): string {
  return raw.replace(/\\([<>])/g, '$1').replace(/[\p{Cc} ()<>"'`[\]]/gu, (char) => {
    return encodeURIComponent(char).replace(
      /['()]/,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
  });
}
