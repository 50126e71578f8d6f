"""Views: conversion of games and tables into the shapes of the API."""
