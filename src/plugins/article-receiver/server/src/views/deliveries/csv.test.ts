import { csvCell, csvLine } from './csv';

describe('a cell of a CSV file', () => {
  it.each([
    ['a text', 'Pour-over', 'Pour-over'],
    ['nothing', null, ''],
    ['a number', -3, '-3'],
    ['a comma', 'one, two', '"one, two"'],
    ['a quotation mark', 'the "best"', '"the ""best"""'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['=', '=1+1', "'=1+1"],
    ['+', '+1', "'+1"],
    ['-', '-1', "'-1"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t1', '"\'\t1"'],
    ['a carriage return', '\r1', '"\'\r1"'],
    ['a formula behind spaces', '  =1', "'  =1"],
    ['a wide equals sign', '＝1+1', "'＝1+1"],
    ['a formula with quotes', '=H("x";"y")', `"'=H(""x"";""y"")"`],
  ])('keeps %s a text', (_, value, expected) => {
    expect(csvCell(value)).toBe(expected);
  });

  it('is one of a line that ends as RFC 4180 says', () => {
    expect(csvLine(['a', 1, null, '=b'])).toBe("a,1,,'=b\r\n");
  });
});
