import { useEffect, useRef } from 'react'
import { parseLessonSource } from './sources/lesson-source.ts'
import { failPlayable, type Playable } from './sources/playable.ts'
import { createVimeoPlayer, getVimeoFrameUrl } from './sources/vimeo.ts'
import { createYoutubePlayer, getYoutubeFrameUrl } from './sources/youtube.ts'

interface LessonMediaProps {
  url: string
  title: string
  /** URL of a WebVTT file, or empty. */
  captions: string
  /** Called with null on unmount. */
  onPlayable: (playable: Playable | null) => void
}

/** A video element for files and HLS, an iframe for YouTube and Vimeo. */
export function LessonMedia({ url, title, captions, onPlayable }: LessonMediaProps) {
  const source = parseLessonSource(url)
  switch (source.kind) {
    case 'youtube':
      return (
        <Frame
          src={getYoutubeFrameUrl(source.id, window.location.origin)}
          title={title}
          createPlayer={createYoutubePlayer}
          onPlayable={onPlayable}
        />
      )
    case 'vimeo':
      return (
        <Frame
          src={getVimeoFrameUrl(source.id, source.hash)}
          title={title}
          createPlayer={createVimeoPlayer}
          onPlayable={onPlayable}
        />
      )
    default:
      return (
        <Video
          url={source.url}
          isHls={source.kind === 'hls'}
          title={title}
          captions={captions}
          onPlayable={onPlayable}
        />
      )
  }
}

const LOAD_TIMEOUT_MS = 20_000

const FILL = 'absolute inset-0 size-full'

function Video({ url, isHls, title, captions, onPlayable }: LessonMediaProps & { isHls: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    onPlayable(video.current)
    return () => onPlayable(null)
  }, [onPlayable])
  useHls(video, isHls ? url : null)
  useLoadTimeout(video)
  return (
    // A lesson can have no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      src={isHls ? undefined : url}
      aria-label={title}
      playsInline
      preload="metadata"
      className={`${FILL} bg-black object-contain`}
    >
      {captions && <track kind="captions" src={captions} label="Captions" />}
    </video>
  )
}

function useHls(video: React.RefObject<HTMLVideoElement | null>, url: string | null): void {
  useEffect(() => {
    const element = video.current
    if (url === null || !element) return
    let isMounted = true
    let detach = () => {}
    import('./sources/hls.ts').then(
      ({ attachHls }) => {
        if (isMounted) detach = attachHls(element, url)
      },
      () => failPlayable(element, 'connection'),
    )
    return () => {
      isMounted = false
      detach()
    }
  }, [video, url])
}

/** A server that accepts the request and never answers. A browser that waits for the student to press play is idle. */
function useLoadTimeout(video: React.RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const element = video.current
      const isStuck = element?.networkState === HTMLMediaElement.NETWORK_LOADING && element.readyState === 0
      if (element && isStuck) failPlayable(element, 'connection')
    }, LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [video])
}

interface FrameProps {
  src: string
  title: string
  createPlayer: (frame: HTMLIFrameElement) => { playable: Playable; close: () => void }
  onPlayable: LessonMediaProps['onPlayable']
}

function Frame({ src, title, createPlayer, onPlayable }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (!frame.current) return
    const { playable, close } = createPlayer(frame.current)
    onPlayable(playable)
    return () => {
      onPlayable(null)
      close()
    }
  }, [createPlayer, onPlayable])
  return (
    <iframe
      ref={frame}
      id="lesson-frame"
      src={src}
      title={title}
      // Our own controls replace the frame's, so it takes neither clicks nor keys.
      tabIndex={-1}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; encrypted-media; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className={`${FILL} pointer-events-none border-0`}
    />
  )
}
