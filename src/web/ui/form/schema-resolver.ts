import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'

// The content security policy forbids making code from strings, which zod would try.
z.config({ jitless: true })

/** Forms check what the server checks, with the contract's own schemas. */
export const schemaResolver = zodResolver
