/** The item at this place, which the test knows to be there. */
export function at<Item>(list: readonly Item[], index = 0): Item {
  const item = list.at(index)
  if (item === undefined) throw new Error(`There is no item ${index} in a list of ${list.length}`)
  return item
}
