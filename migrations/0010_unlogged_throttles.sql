-- Counters need not survive a crash, and a message of the chat counts twice: each time the disk was waited for.
ALTER TABLE "throttles" SET UNLOGGED;
