// After a change run `npm run migration -- --name what_changed`.

export * from './schema/access.ts'
export * from './schema/accounts.ts'
export * from './schema/courses.ts'
export * from './schema/learning.ts'
export * from './schema/mails.ts'
export * from './schema/messages.ts'
export * from './schema/operations.ts'
export * from './schema/orders.ts'
export * from './schema/paths.ts'
export * from './schema/reviews-and-blogs.ts'
export { sharedIdSequence } from './schema/shared-id.ts'
