import type { FastifyInstance } from 'fastify'
import type { Feed } from 'feed'
import type { Transport } from '#contract/contract.ts'
import { paths } from '#contract/paths.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import { countVisitorRead, toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'
import { buildBlogFeed } from './feeds/blog-feed.ts'
import { buildCourseFeed } from './feeds/course-feed.ts'

const RSS = { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() }
const ATOM = { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() }

const FEEDS = [
  { path: paths.rssFeed, build: buildBlogFeed, ...RSS },
  { path: paths.atomFeed, build: buildBlogFeed, ...ATOM },
  { path: paths.coursesFeed, build: buildCourseFeed, ...RSS },
]

interface FeedRouteDeps {
  pipeline: ApiPipeline
  cache: ResponseCache
  publicUrl: string
  throttles: Throttles
  queues: Pick<TrafficQueues, 'renders'>
}

/** The blog for feed readers, as RSS 2.0 and Atom, and the newest courses as RSS 2.0. */
export function registerFeedRoutes(
  app: FastifyInstance,
  { pipeline, cache, publicUrl, throttles, queues }: FeedRouteDeps,
): void {
  for (const { path, type, build, write } of FEEDS) {
    const load = (ip: string) =>
      cache.getOrLoad(`feed:${path}`, async () => {
        // In maintenance the call below is refused, so the feed also depends on the site's status.
        const tags = new Set<string>(['site'])
        // The visitors' calls, so that content is sanitized and maintenance applies.
        const call: Transport = pipeline.transport(toCaller(null, ip), undefined, (usedTags) =>
          usedTags.forEach((tag) => tags.add(tag)),
        )
        const value = new EncodedBody(write(await build(call, publicUrl)))
        return { value, tags: [...tags], sizeBytes: 2 * value.plain.length }
      })
    app.get(path, { onRequest: countVisitorRead(throttles) }, async (request, reply) => {
      const { ip } = request
      const bytes =
        cache.get<EncodedBody>(`feed:${path}`) ??
        (await queues.renders.run(toTrafficKey({ user: null, ip }), () => load(ip)))
      await sendBody(request, reply.header('cache-control', 'no-cache'), type, bytes)
    })
  }
}
