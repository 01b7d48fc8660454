/** As stored. Each theme shows its own shade of them (rich-text/text-colors.css). */
export const TEXT_COLORS: Readonly<Record<string, string>> = {
  '#e60000': 'Bright red',
  '#b26b00': 'Dark orange',
  '#008a00': 'Bright green',
  '#1f75d1': 'Bright blue',
  '#9933ff': 'Bright purple',
  '#77777f': 'Gray',
}

/** Light ones: highlighted text is dark in both themes (rich-text/text-colors.css). */
export const HIGHLIGHT_COLORS: Readonly<Record<string, string>> = {
  '#facccc': 'Pale red',
  '#ffebcc': 'Pale orange',
  '#ffffcc': 'Pale yellow',
  '#cce8cc': 'Pale green',
  '#cce0f5': 'Pale blue',
  '#ebd6ff': 'Pale purple',
  '#bbbbbb': 'Light gray',
  '#f06666': 'Light red',
  '#ffc266': 'Light orange',
  '#ffff66': 'Light yellow',
  '#66b966': 'Light green',
  '#66a3e0': 'Light blue',
  '#c285ff': 'Light purple',
}
