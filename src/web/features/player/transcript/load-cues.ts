/** What is said from one second to another. */
export interface Cue {
  from: number
  to: number
  text: string
}

/** Reads a captions file with the browser's own parser, which needs a media element, but no video. */
export function loadCues(url: string): Promise<Cue[]> {
  return new Promise((resolve, reject) => {
    const track = document.createElement('track')
    track.kind = 'captions'
    track.addEventListener('load', () => resolve([...(track.track.cues ?? [])].flatMap(toCue)))
    track.addEventListener('error', () => reject(new Error('The captions could not be loaded')))
    document.createElement('video').append(track)
    track.src = url
    track.track.mode = 'hidden'
  })
}

/** Markup such as voices and italics is left out. */
function toCue(cue: TextTrackCue): Cue[] {
  const text = (cue as VTTCue).getCueAsHTML().textContent.replace(/\s+/g, ' ').trim()
  return text === '' ? [] : [{ from: cue.startTime, to: cue.endTime, text }]
}
