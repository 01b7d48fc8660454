import type { DemoCourse } from '#server/demo/demo-academy.ts'
import { cloudWithoutTheFog } from '#server/demo/courses/cloud-without-the-fog-content.ts'
import { cybersecurityQuietly } from '#server/demo/courses/cybersecurity-quietly-content.ts'
import { dataStructuresAtPlay } from '#server/demo/courses/data-structures-at-play-content.ts'
import { databaseManagement } from '#server/demo/courses/database-management-content.ts'
import { gitUnderstoodOnce } from '#server/demo/courses/git-understood-once-content.ts'
import { howAComputerSaysYes } from '#server/demo/courses/how-a-computer-says-yes-content.ts'
import { javaOneObjectAtATime } from '#server/demo/courses/java-one-object-at-a-time-content.ts'
import { javascriptEventByEvent } from '#server/demo/courses/javascript-event-by-event-content.ts'
import { machineLearningYouCanCheck } from '#server/demo/courses/machine-learning-you-can-check-content.ts'
import { neuralNetworksFromOneNeuron } from '#server/demo/courses/neural-networks-from-one-neuron-content.ts'
import { passwordsKeysAndOtherSecrets } from '#server/demo/courses/passwords-keys-and-other-secrets-content.ts'
import { reactNativeInYourPocket } from '#server/demo/courses/react-native-in-your-pocket-content.ts'
import { shippingOnATuesday } from '#server/demo/courses/shipping-on-a-tuesday-content.ts'
import { sortingAndSearchingSlowly } from '#server/demo/courses/sorting-and-searching-slowly-content.ts'
import { sqlForPeopleWithQuestions } from '#server/demo/courses/sql-for-people-with-questions-content.ts'
import { theWebBuiltByHand } from '#server/demo/courses/the-web-built-by-hand-content.ts'

/** The courses of the demo academy. The catalogue orders them by age, not by their place here. */
export const demoCourses: readonly DemoCourse[] = [
  databaseManagement,
  theWebBuiltByHand,
  cybersecurityQuietly,
  machineLearningYouCanCheck,
  cloudWithoutTheFog,
  dataStructuresAtPlay,
  howAComputerSaysYes,
  javaOneObjectAtATime,
  reactNativeInYourPocket,
  shippingOnATuesday,
  sqlForPeopleWithQuestions,
  gitUnderstoodOnce,
  javascriptEventByEvent,
  passwordsKeysAndOtherSecrets,
  sortingAndSearchingSlowly,
  neuralNetworksFromOneNeuron,
]
