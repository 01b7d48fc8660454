import { useEffect, useRef } from 'react'
import { lessonSource } from './sources/lesson-source.ts'
import type { Playable } from './sources/playable.ts'
import { playVimeo, vimeoFrameUrl } from './sources/vimeo.ts'
import { playYoutube, youtubeFrameUrl } from './sources/youtube.ts'

interface StageProps {
  url: string
  title: string
  /** The address of a WebVTT file, or empty. */
  captions: string
  /** Given what plays the lesson once it is there, and null when it goes. */
  onPlayable: (playable: Playable | null) => void
}

/** What shows the lesson: a video element for files and HLS, a frame for YouTube and Vimeo. */
export function Stage({ url, title, captions, onPlayable }: StageProps) {
  const source = lessonSource(url)
  switch (source.kind) {
    case 'youtube':
      return (
        <Frame
          src={youtubeFrameUrl(source.id, window.location.origin)}
          title={title}
          play={playYoutube}
          onPlayable={onPlayable}
        />
      )
    case 'vimeo':
      return (
        <Frame src={vimeoFrameUrl(source.id, source.hash)} title={title} play={playVimeo} onPlayable={onPlayable} />
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

const FILL = 'absolute inset-0 size-full'

function Video({ url, isHls, title, captions, onPlayable }: StageProps & { isHls: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    onPlayable(video.current)
    return () => onPlayable(null)
  }, [onPlayable])
  useHls(video, isHls ? url : null)
  return (
    // The track is there where the lesson has one.
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
    let isWanted = true
    let detach = () => {}
    import('./sources/hls.ts').then(
      ({ attachHls }) => {
        if (isWanted) detach = attachHls(element, url)
      },
      () => element.dispatchEvent(new Event('error')),
    )
    return () => {
      isWanted = false
      detach()
    }
  }, [video, url])
}

interface FrameProps {
  src: string
  title: string
  play: (frame: HTMLIFrameElement) => { playable: Playable; close: () => void }
  onPlayable: StageProps['onPlayable']
}

function Frame({ src, title, play, onPlayable }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (!frame.current) return
    const { playable, close } = play(frame.current)
    onPlayable(playable)
    return () => {
      onPlayable(null)
      close()
    }
  }, [play, onPlayable])
  return (
    <iframe
      ref={frame}
      id="lesson-frame"
      src={src}
      title={title}
      // The controls are ours: the frame itself takes neither clicks nor keys.
      tabIndex={-1}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; encrypted-media; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className={`${FILL} pointer-events-none border-0`}
    />
  )
}
