/** Like `list.at(index)`, but throws when the item is missing. */
export function at<Item>(list: readonly Item[], index = 0): Item {
  const item = list.at(index)
  if (item === undefined) throw new Error(`No item ${index} in a list of ${list.length}`)
  return item
}
