package dev.segue.benchmark.shm;

class ShmResultTest {}
