/** The item at this place, which the test knows to be there. */
export function at<Item>(list: readonly Item[], place = 0): Item {
  const item = list.at(place)
  if (item === undefined) throw new Error(`There is no item ${place} in a list of ${list.length}`)
  return item
}
